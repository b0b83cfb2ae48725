import type { ReactElement } from 'react'
import { Picture } from '#blocks/_shared/pictures/picture.tsx'
import type { Href, Picture as PictureFile } from '#blocks/_shared/reader.ts'

/** Markup that stands in pages as it is: what they share, and the parts of rich text that are ours and not the editor's. */
export type MarkupParts = {
  shared: (element: ReactElement) => string
  /** A picture among words, `width` px wide if its editor said so. */
  picture: (picture: PictureFile | undefined, width?: number) => string
  video: (url: Href, title: string) => string
}

/** Makes the parts with the engine of the build. `keep` keeps markup that pages share, and gives a stand-in for it. */
export function createMarkupParts(
  render: (element: ReactElement) => string,
  keep: (markup: string) => string,
): MarkupParts {
  return {
    shared: (element) => keep(render(element)),
    picture: (picture, width) => {
      const fitted = picture && fitWords(picture, width)
      if (!fitted) return ''
      const className = fitted.height > mostHeightInLine ? undefined : 'is-in-line'
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

/** The most px that a picture among words is tall, so that the window of a laptop shows it whole. */
const mostHeight = 720

/** The most px that a picture is tall which stands in a line of words, as a sign does; a taller one has a line of its own. */
const mostHeightInLine = 72

/** A picture as wide as its editor says, no wider than its file and no taller than a window. */
function fitWords(picture: PictureFile, wanted = picture.width): PictureFile {
  const times = Math.min(1, wanted / picture.width, mostHeight / picture.height)
  const scaled = (side: number): number => Math.max(1, Math.round(side * times))
  return { ...picture, width: scaled(picture.width), height: scaled(picture.height) }
}

/** The `sizes` of a picture among words: its width, up to that of its column, which is `--measure` of the text's size (`tokens.css`). */
function sizesOf({ width }: PictureFile): string {
  return `min(${width}px, 46.35rem + 7.2vw, 56.25rem, 100vw - 2.5rem)`
}
