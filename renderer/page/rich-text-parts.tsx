import type { ReactElement } from 'react'
import { Picture } from '#blocks/_shared/picture.tsx'
import type { Href, Picture as PictureFile } from '#blocks/_shared/reader.ts'

/** Markup of the parts of rich text that are ours and not the editor's. */
export type MarkupParts = {
  picture: (picture: PictureFile | undefined) => string
  video: (url: Href, title: string) => string
}

/** Parts rendered with the engine of the build. */
export function createMarkupParts(render: (element: ReactElement) => string): MarkupParts {
  return {
    picture: (picture) => (picture ? render(<Picture picture={picture} />) : ''),
    video: (url, title) =>
      render(
        <a className="video-link" href={url} data-video={url} target="_blank" rel="noopener">
          {title}
        </a>,
      ),
  }
}
