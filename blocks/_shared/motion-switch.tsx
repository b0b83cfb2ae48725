import type { Reader } from './reader.ts'

/**
 * The switch that stops the moving pictures of a page (WCAG 2.2.2); nothing when all of them stand still after five seconds. It is rendered
 * after the pictures, because the reader has to be asked for these before. Without script it hides them, with script
 * (`hydrate/on-demand/motion-switch.ts`) they stand still.
 */
export function MotionSwitch({ reader }: { reader: Reader }) {
  if (!reader.movesLong()) return null
  return (
    <>
      {/* A form that browsers do not fill in again when the page is loaded anew. */}
      <form id="motion" method="dialog" autoComplete="off" hidden />
      <label className="motion-switch">
        <input type="checkbox" form="motion" data-motion="" />
        {reader.text('picture.stopMotion')}
      </label>
    </>
  )
}
