import type { MenuEntry, Reader } from '#blocks/_shared/reader.ts'

/** Entries of the top line: the menu's own, led by the help page when the menu does not list it (spec §2.6). */
export function topEntries(reader: Reader): MenuEntry[] {
  const entries = reader.menu('top')
  const href = reader.page('help')
  if (!href || entries.some((entry) => entry.href === href)) return entries
  const isCurrent = href === reader.path
  return [
    { id: 'help', name: reader.text('header.help'), href, isCurrent, isActive: isCurrent, marks: '', children: [] },
    ...entries,
  ]
}
