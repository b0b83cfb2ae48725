import type { Picture as PictureFacts } from '#blocks/_shared/reader.ts'

export type PictureProps = {
  picture: PictureFacts | undefined
  /** Set above the fold: the picture is loaded eagerly and with high priority. */
  eager?: boolean
  className?: string
  /** Width of the place by window, from which browsers choose a file. */
  sizes?: string
  /**
   * Whether the picture is too small for its place (`isSmallFor`). It is then centred and shown whole, enlarged by half
   * at most.
   */
  isSmall?: boolean
}

const lessMotion = '(prefers-reduced-motion: reduce)'

/**
 * A picture that reserves its space from the first paint, filled with its dominant colour until the file is loaded.
 * When the file is missing, a box of the same shape shows the alt text. A moving picture is shown still to visitors who
 * prefer reduced motion, and while the switch of `motion-switch.tsx` is on. A tall picture is cropped mostly at the
 * bottom, because heads are at the top.
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
