import { describe, expect, it } from 'vitest'
import { Findings } from '#content/finding.ts'
import { type MenuItem, menuItemSchema } from '#content/schema.ts'
import { shownMenuItems } from './shown-menu-items.ts'

const item = (name: string, more: object = {}): MenuItem => menuItemSchema.parse({ id: name, name, ...more })

const shown = (...items: MenuItem[]) => shownIn('pl', items)

function shownIn(locale: string, items: MenuItem[]): { shown: MenuItem[]; warnings: string[] } {
  const findings = new Findings()
  const shown = shownMenuItems(items, locale, findings)
  return { shown, warnings: findings.warnings.map(({ code, message }) => `${code}: ${message}`) }
}

describe('an item', () => {
  it.each([{}, { group: null }, { group: ' ' }])('with %o is in the main menu', (more) => {
    const { shown: items, warnings } = shown(item('Firma', more))
    expect(items).toMatchObject([{ name: 'Firma', group: 'main' }])
    expect(warnings).toEqual([])
  })

  it.each(['top', 'main', 'footer'])('of the group "%s" keeps it', (group) => {
    for (const written of [group, ` ${group} `])
      expect(shown(item('Firma', { group: written }))).toMatchObject({ shown: [{ group }], warnings: [] })
  })

  it.each(['header', 'Main', 'constructor'])('of the group "%s" is left out and named', (group) => {
    const { shown: items, warnings } = shown(item('Firma', { group }), item('Blog', { group: 'footer' }))
    expect(items.map(({ name }) => name)).toEqual(['Blog'])
    expect(warnings).toEqual([
      `menu-group: The item "Firma" (id "Firma") in the menus of "pl" has the group "${group}", which no page shows; it is left out.`,
    ])
  })

  it('without a name is left out and named by its id, at any depth', () => {
    const { shown: items, warnings } = shown(item('Firma', { children: [item('x', { name: ' ' })] }))
    expect(items[0]?.children).toEqual([])
    expect(warnings).toEqual([
      'menu-name: The item "" (id "x") in the menus of "pl" has no name to show; it is left out.',
    ])
  })

  it('of another locale is left out and named, at any depth', () => {
    const child = item('About', { locale: 'en' })
    const { shown: items, warnings } = shown(
      item('Firma', { locale: 'pl', children: [child, item('O nas')] }),
      item('News', { locale: 'de-AT' }),
    )
    expect(items.map(({ name, children }) => [name, children.map((one) => one.name)])).toEqual([['Firma', ['O nas']]])
    expect(warnings).toEqual([
      'menu-locale: The item "About" (id "About") in the menus of "pl" has the locale "en"; it is left out.',
      'menu-locale: The item "News" (id "News") in the menus of "pl" has the locale "de-AT"; it is left out.',
    ])
  })

  it.each(['pl', 'PL', 'pl_PL', 'pl-PL'])('of the locale "%s" is of "pl"', (locale) => {
    expect(shown(item('Firma', { locale }))).toMatchObject({ shown: [{ name: 'Firma' }], warnings: [] })
  })

  it('of the locale "pt" is of "pt-BR"', () => {
    expect(shownIn('pt-BR', [item('Empresa', { locale: 'pt' })])).toMatchObject({ shown: [{}], warnings: [] })
  })

  it('of the top menu has no children, which is reported', () => {
    const { shown: items, warnings } = shown(item('Pomoc', { group: 'top', children: [item('FAQ')] }))
    expect(items).toMatchObject([{ name: 'Pomoc', children: [] }])
    expect(warnings).toEqual([
      'menu-children: The item "Pomoc" (id "Pomoc") in the menu "top" (pl) has children, but this menu has only one level; the children are left out.',
    ])
  })
})
