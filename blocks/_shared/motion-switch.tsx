import type { Reader } from './reader.ts'

/**
 * Stops what moves on a page (WCAG 2.2.2); nothing where all stands still after five seconds. It comes after the pictures, because they
 * have to be asked for before. Without script it hides them, with script (`hydrate/on-demand/motion-switch.ts`) they stand still.
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
