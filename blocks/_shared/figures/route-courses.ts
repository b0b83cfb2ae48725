/**
 * A route through the lower right of a banner of 1280 × 240. It never crosses the words, which are left of 770 and
 * above 200.
 */
export type Course = { way: string; stops: [x: number, y: number][]; end: [x: number, y: number]; side?: string }

const climb: Course = {
  way: 'M-3000 222H770c56 0 80-16 104-54s44-54 92-54h40c50 0 72-14 94-40s46-40 92-40h44',
  stops: [
    [770, 222],
    [986, 114],
  ],
  end: [1236, 34],
}

const courses: Course[] = [
  climb,
  // Level, up, level, like the lines of a timetable.
  {
    way: 'M-3000 222H808q14 0 24-10l66-66q10-10 24-10h96q14 0 24-10l50-50q10-10 24-10h120',
    stops: [
      [808, 222],
      [970, 136],
    ],
    end: [1236, 66],
  },
  // Hairpins.
  {
    way: 'M-3000 222H1112c40 0 62-16 62-37s-20-37-58-37H944c-36 0-56-17-56-37s20-37 56-37h292',
    stops: [
      [1030, 148],
      [960, 222],
    ],
    end: [1236, 74],
  },
  // Over a hill and down to the valley behind it.
  {
    way: 'M-3000 222H800c104 0 118-152 214-152 84 0 92 96 168 96h54',
    stops: [
      [800, 222],
      [1014, 70],
    ],
    end: [1236, 166],
  },
  // Once around, as on a roundabout.
  {
    way: 'M-3000 222H838c58 0 104-22 124-72a48 48 0 1 1 44 66c-44 0-62-30-48-66 18-44 62-64 126-64h152',
    stops: [
      [838, 222],
      [1092, 86],
    ],
    end: [1236, 86],
  },
  // Two routes that meet.
  {
    way: 'M-3000 222H880c76 0 84-86 158-86h198',
    side: 'M912 50c0 52 44 86 126 86',
    stops: [
      [880, 222],
      [912, 50],
      [1038, 136],
    ],
    end: [1236, 136],
  },
]

/**
 * Returns the course for a page or a part of it, always the same for the same `seed`. The seed `home` has the first
 * course, the climb.
 */
export function courseOf(seed: string): { at: number; course: Course } {
  let hash = 0x811c9dc5 // FNV-1a
  for (const letter of seed) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  const at = seed === 'home' ? 0 : (hash >>> 8) % courses.length
  return { at, course: courses[at] ?? climb }
}
