import type { ComponentProps, ReactElement } from 'react'

type FileFieldProps = {
  /** Attributes of the browser's own field, which covers the button unseen: it opens the choice, and takes the focus and dropped files. */
  input: ComponentProps<'input'>
  /** Words of the button. */
  text: string | undefined
}

/** A field for files in words of the site. What was chosen is listed by `chosen-files.ts`, which comes with the first choice. */
export function FileField({ input, text }: FileFieldProps): ReactElement {
  return (
    <div className="files">
      <div className="files__choose">
        {/* With an empty title browsers show no words of their own language. */}
        <input className="files__input" title="" {...input} />
        <span className="files__button" aria-hidden="true">
          {text}
        </span>
      </div>
      <ul className="files__list" role="list" aria-live="polite" />
    </div>
  )
}
