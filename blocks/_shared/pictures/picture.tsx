import type { Picture as PictureFacts } from '#blocks/_shared/reader.ts'

export type PictureProps = {
  picture: PictureFacts | undefined
  /** Above the fold: loaded at once and first. */
  eager?: boolean
  className?: string
  /** How wide the place is, by window; browsers choose a file by it. */
  sizes?: string
  /** Whether it is too small for its place (`isSmallFor`): then it stands whole in the middle of it, enlarged by half at most. */
  isSmall?: boolean
}

const lessMotion = '(prefers-reduced-motion: reduce)'

/**
 * A picture that keeps its place from the first paint, in its dominant colour until it is there. Without a file a box of the same shape
 * shows the alt text; without a picture nothing is rendered. A moving picture stands still for visitors who want less motion, and while the
 * switch of `motion-switch.tsx` is on. A box cuts a tall picture mostly below: heads stand above.
 */
export function Picture({ picture, eager = false, className, sizes, isSmall }: PictureProps) {
  if (!picture) return null
  const { src, width, height, alt, sources = [], stills = [], motion, tone } = picture
  const state = motion && (stills.length > 0 ? 'is-moving has-stills' : 'is-moving')
  const shownSizes = isSmall ? `min(${Math.round(1.5 * width)}px, 100vw)` : sizes
  const shape = !isSmall && height > width && 'is-tall'
  const classes = ['picture', className, isSmall ? 'is-small' : tone && `is-toned ${tone}`, shape, state]
    .filter(Boolean)
    .join(' ')
  if (!src) {
    return (
      <span className={`${classes} is-missing`}>
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false" />
        {alt && <span className="picture__alt">{alt}</span>}
      </span>
    )
  }
  return (
    <picture className={classes}>
      {stills.map(({ type, srcSet, media = 'all' }) => (
        <source
          key={`${type} ${media}`}
          type={type}
          media={`${media} and ${lessMotion}`}
          srcSet={srcSet}
          sizes={shownSizes}
          data-still={media}
        />
      ))}
      {sources.map(({ type, srcSet, media }) => (
        <source key={`${type} ${media}`} type={type} media={media} srcSet={srcSet} sizes={shownSizes} />
      ))}
      <img
        src={src}
        width={width}
        height={height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding={eager ? 'sync' : 'async'}
      />
    </picture>
  )
}
