import type { PicturePreset } from './picture-preset.ts'
import type { PictureSource } from './picture-source.ts'
import { type CardFile, planCard, type SocialCard } from './plan-card.ts'
import { type PlannedPicture, planPicture, type ShownPicture } from './plan-picture.ts'

/** A picture that was read. `original` is its file, if it is published unchanged. */
export type KnownPicture = { source: PictureSource; original?: ShownPicture }

/** How pictures are made smaller. */
export type Encoding = {
  presets: Record<string, PicturePreset>
  /** How much effort encoders put into making files small, 0 to 9. */
  effort: number
  /** The name of the encoder (`encoder.ts`). */
  encoder: string
  /** Everything that a social card shows besides its title. Without it, there are no cards. */
  card?: Omit<SocialCard, 'title'>
}

/**
 * The plain data from which all addresses of pictures are derived. Pictures are keyed by the address that the content
 * uses.
 */
export type PictureData = {
  known: Map<string, KnownPicture>
  /** Addresses of pictures that should have been read but could not be. */
  lost?: Set<string>
  /** Without it, all pictures are published unchanged. */
  encoding?: Encoding
}

export type PicturePlans = {
  /**
   * The files of a picture for a kind of place; `undefined` for an unknown picture. Throws for a place without a
   * preset.
   */
  picture(url: string, use: string): PlannedPicture | undefined
  /** Whether a picture is not among those that were to be read. */
  isUnread(url: string): boolean
  /** The social card for a title; `undefined` if pictures are published unchanged. */
  card(title: string): CardFile | undefined
}

/** Plans pictures on demand, each once. Pure, and does not read pixels. */
export function planPictures({ known, lost, encoding }: PictureData): PicturePlans {
  const pictures = new Map<string, PlannedPicture>()
  const cards = new Map<string, CardFile>()

  const planOne = ({ source, original }: KnownPicture, use: string): PlannedPicture | undefined => {
    const preset = encoding?.presets[use]
    if (encoding && !preset)
      throw new Error(
        `There is no picture preset "${use}"; the presets are: ${Object.keys(encoding.presets).join(', ')}.`,
      )
    if (encoding && preset && source.format !== 'svg') return planPicture(source, preset, { ...encoding, original })
    return original && { shown: original, variants: [] }
  }

  return {
    picture(url, use) {
      const key = `${use} ${url}`
      const picture = known.get(url)
      const planned = pictures.get(key) ?? (picture && planOne(picture, use))
      if (planned) pictures.set(key, planned)
      return planned
    },
    isUnread: (url) => !known.has(url) && !lost?.has(url),
    card(title) {
      if (!encoding?.card) return undefined
      const planned = cards.get(title) ?? planCard({ title, ...encoding.card }, encoding.encoder)
      cards.set(title, planned)
      return planned
    },
  }
}
