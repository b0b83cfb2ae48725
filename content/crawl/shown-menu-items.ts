import type { Findings } from '#content/finding.ts'
import type { MenuItem } from '#content/schema.ts'
import { quoteValue } from '#content/wording/quote-value.ts'

/** The groups of menu items that pages show. An item without a group belongs to `mainGroup`. */
const menuGroups = ['top', 'main', 'footer']
const mainGroup = 'main'
/** Menus with a single level: the line above the header's bar has no room for a second one. */
const flatGroups = ['top']

/**
 * Returns the items of a locale that pages show, each with its group. An item is left out, with a
 * warning, if it has no name, belongs to another locale or is in a group that no page shows. Children are
 * left out, with a warning, if their menu is flat.
 */
export function shownMenuItems(items: MenuItem[], locale: string, findings: Findings): MenuItem[] {
  const warn = (
    code: 'menu-group' | 'menu-locale' | 'menu-children' | 'menu-name',
    message: string,
    hint: string,
  ): void => findings.warn({ code, message, where: { locale }, hint })
  const ofLocale = (siblings: MenuItem[]): MenuItem[] =>
    siblings.flatMap((item) => {
      if (item.name === '') {
        const words = `${nameOf(item)} in the menus of "${locale}" has no name to show; it is left out.`
        warn('menu-name', words, 'Name the item at the service.')
        return []
      }
      if (!item.locale || matchesLocale(item.locale, locale))
        return [item.children.length > 0 ? { ...item, children: ofLocale(item.children) } : item]
      warn(
        'menu-locale',
        `${nameOf(item)} in the menus of "${locale}" has the locale ${quoteValue(item.locale)}; it is left out.`,
        `Move the item to the menus of its locale at the service, or give it the locale "${locale}".`,
      )
      return []
    })

  return ofLocale(items).flatMap((item) => {
    const group = item.group ?? mainGroup
    if (!menuGroups.includes(group)) {
      warn(
        'menu-group',
        `${nameOf(item)} in the menus of "${locale}" has the group ${quoteValue(group)}, which no page shows; it is left out.`,
        `Set the group of the item to one of ${menuGroups.map((name) => `"${name}"`).join(', ')} at the service.`,
      )
      return []
    }
    if (!flatGroups.includes(group) || item.children.length === 0) return [{ ...item, group }]
    warn(
      'menu-children',
      `${nameOf(item)} in the menu "${group}" (${locale}) has children, but this menu has only one level; the children are left out.`,
      `Move the children to the menu "${mainGroup}", or to the first level of the menu "${group}".`,
    )
    return [{ ...item, group, children: [] }]
  })
}

function nameOf({ name, id }: MenuItem): string {
  return `The item ${quoteValue(name)} (id ${quoteValue(id)})`
}

/** Whether `tag` names the locale. `pl_PL` and `pl` match, because they differ only in the country. */
function matchesLocale(tag: string, locale: string): boolean {
  const [one, other] = [tag, locale].map((name) => name.trim().toLowerCase().replaceAll('_', '-'))
  return one === other || `${one}`.startsWith(`${other}-`) || `${other}`.startsWith(`${one}-`)
}
