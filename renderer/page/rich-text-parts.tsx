import type { ReactElement } from 'react'
import { Picture } from '#blocks/_shared/pictures/picture.tsx'
import type { Href, Picture as PictureFile } from '#blocks/_shared/reader.ts'

/**
 * Functions that return markup: of the parts that pages share, and of pictures and videos in rich text, for which our
 * components replace the markup of editors.
 */
export type MarkupParts = {
  shared: (element: ReactElement) => string
  /** A picture in rich text, `width` px wide if its editor set a width. */
  picture: (picture: PictureFile | undefined, width?: number) => string
  video: (url: Href, title: string) => string
}

/**
 * Makes the parts with the engine of the build. `keep` stores markup that pages share, and returns the short text that
 * replaces it.
 */
export function createMarkupParts(
  render: (element: ReactElement) => string,
  keep: (markup: string) => string,
): MarkupParts {
  return {
    shared: (element) => keep(render(element)),
    picture: (picture, width) => {
      const fitted = picture && fitToText(picture, width)
      if (!fitted) return ''
      const className = fitted.height > maxHeightInLine ? undefined : 'is-in-line'
      return render(<Picture picture={fitted} className={className} sizes={sizesOf(fitted)} />)
    },
    video: (url, title) =>
      render(
        <a className="video-link" href={url} data-video={url} target="_blank" rel="noopener">
          {title}
        </a>,
      ),
  }
}

/** The maximum height of a picture in rich text, in px, so that a laptop's window shows it whole. */
const maxHeight = 720

/**
 * The maximum height of a picture within a line of text, such as a sign, in px. A taller picture has a line of its own.
 */
const maxHeightInLine = 72

/** A picture of the width that its editor set, but not wider than its file and not taller than a window. */
function fitToText(picture: PictureFile, wanted = picture.width): PictureFile {
  const times = Math.min(1, wanted / picture.width, maxHeight / picture.height)
  const scaled = (side: number): number => Math.max(1, Math.round(side * times))
  return { ...picture, width: scaled(picture.width), height: scaled(picture.height) }
}

/**
 * The `sizes` of a picture in rich text: its width, up to the width of its column, which is `--measure` in the text's
 * font size (`tokens.css`).
 */
function sizesOf({ width }: PictureFile): string {
  return `min(${width}px, 46.35rem + 7.2vw, 56.25rem, 100vw - 2.5rem)`
}
