import type { Reader } from './reader.ts'

/**
 * The switch that stops the moving pictures of a page (WCAG 2.2.2). It is left out when all of them stop within five
 * seconds. It has to be rendered after the pictures, because the reader only knows the pictures that were asked for
 * before. Without scripts the switch hides the pictures; with scripts (`hydrate/on-demand/on-demand.ts`) they are
 * shown still.
 */
export function MotionSwitch({ reader }: { reader: Reader }) {
  if (!reader.movesLong()) return null
  return (
    <>
      {/* This form keeps browsers from restoring the switch when the page is loaded again. */}
      <form id="motion" method="dialog" autoComplete="off" hidden />
      <label className="motion-switch">
        <input type="checkbox" form="motion" data-motion="" />
        {reader.text('picture.stopMotion')}
      </label>
    </>
  )
}
