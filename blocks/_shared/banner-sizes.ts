/** Widths of a banner as wide as the window: its picture covers a box that is taller than wide on telephones. */
export const bannerSizes = '(max-width: 40rem) 33rem, max(100vw, 60rem)'
