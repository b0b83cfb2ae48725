import type { ComponentProps, ReactElement } from 'react'

type FileFieldProps = {
  /** Attributes of the native field. It is invisible above the button, and gets the clicks, focus and dropped files. */
  input: ComponentProps<'input'>
  /** Text of the button. */
  text: string | undefined
}

/** A file field with texts of the site. `chosen-files.ts` lists the chosen files, and is loaded at the first choice. */
export function FileField({ input, text }: FileFieldProps): ReactElement {
  return (
    <div className="files">
      <div className="files__choose">
        {/* The empty title keeps browsers from showing a tooltip in their own language. */}
        <input className="files__input" title="" {...input} />
        <span className="files__button" aria-hidden="true">
          {text}
        </span>
      </div>
      <ul className="files__list" role="list" aria-live="polite" />
    </div>
  )
}
