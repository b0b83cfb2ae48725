import { hash } from 'node:crypto'
import type { ShownPicture } from './plan-picture.ts'

/** A picture that social networks show beside a link. */
export type SocialCard = {
  title: string
  brand: string
  /** Colours of the background and of the text. */
  ground: string
  ink: string
}

/** How a card is shown, and its file: the path in the export and the key in the cache. */
export type CardFile = { shown: ShownPicture; card: SocialCard; path: string; key: string }

export const cardSize = { width: 1200, height: 630 }
/** Increased when cards are drawn differently. */
const drawing = 3

/** Whether a file of the export is a card. */
export const isCardFile = (path: string): boolean => /^assets\/social-[0-9a-f]{16}\.jpg$/.test(path)

/** The address of a card. It is named by the content of the card and how it is drawn. */
export function planCard(card: SocialCard, encoder: string): CardFile {
  const key = hash('sha256', JSON.stringify([drawing, encoder, card]))
  const path = `assets/social-${key.slice(0, 16)}.jpg`
  return { shown: { src: `/${path}`, ...cardSize }, card, path, key }
}
