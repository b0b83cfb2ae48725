import type { ReactElement } from 'react'
import { Picture } from '#blocks/_shared/pictures/picture.tsx'
import type { Href, Picture as PictureFile } from '#blocks/_shared/reader.ts'

/** Markup that stands in pages as it is: what they share, and the parts of rich text that are ours and not the editor's. */
export type MarkupParts = {
  shared: (element: ReactElement) => string
  picture: (picture: PictureFile | undefined) => string
  video: (url: Href, title: string) => string
}

/** Parts rendered with the engine of the build; `keep` gives what stands for markup that pages share. */
export function createMarkupParts(
  render: (element: ReactElement) => string,
  keep: (markup: string) => string,
): MarkupParts {
  return {
    shared: (element) => keep(render(element)),
    picture: (picture) => (picture ? render(<Picture picture={picture} sizes={sizesOf(picture)} />) : ''),
    video: (url, title) =>
      render(
        <a className="video-link" href={url} data-video={url} target="_blank" rel="noopener">
          {title}
        </a>,
      ),
  }
}

/** A picture among words is as wide as is said here, up to the width of its column (`rich-text.css`). */
function sizesOf({ width }: PictureFile): string {
  return `min(${width}px, 45rem, 100vw - 2.5rem)`
}
