import type { MenuEntry, Reader } from '#blocks/_shared/reader.ts'

/** Returns the entries of the top line: its menu, after the help page if the menu does not list it (spec §2.6). */
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
