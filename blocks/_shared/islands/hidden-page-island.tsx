import type { ReactElement } from 'react'
import { Island } from '#blocks/_shared/island.tsx'
import type { Reader } from '#blocks/_shared/reader.ts'
import { factsOfBlocks } from '#content/fields.ts'
import {
  type HiddenProps,
  hiddenAssets,
  hiddenRoles,
  hiddenTextKeys,
  laterValues,
} from '#hydrate/hidden/hidden-props.ts'
import { HiddenPage } from '#hydrate/islands/hidden-page.tsx'

/** The place of an area's hidden pages, in the shell whose address is the reader's path. */
export function HiddenPageIsland({ area, reader }: { area: HiddenProps['area']; reader: Reader }): ReactElement {
  return (
    <Island
      name="hidden-page"
      Component={HiddenPage}
      props={hiddenProps(area, reader)}
      on="load"
      reader={reader}
      className="restricted-page__content"
    />
  )
}

/** Returns all that the blocks of a hidden page may ask for. Nothing is from third parties (`docs/decisions/`). */
export function hiddenProps(area: HiddenProps['area'], reader: Reader): HiddenProps {
  const { tagManager: _tags, recaptcha: _check, ...site } = reader.site
  const later = Object.fromEntries(laterValues.map((name) => [name, `{{${name}}}`]))
  const keys = [...hiddenTextKeys, ...site.industries.map((name) => `industry.${name}`)]
  return {
    locale: reader.locale,
    defaultLocale: reader.defaultLocale,
    shell: reader.path,
    area,
    site,
    pages: Object.fromEntries(hiddenRoles.map((role) => [role, reader.page(role)])),
    members: {
      posts: placeOf(reader.posts(0, 1)),
      services: placeOf(reader.services(0, 1)),
      job_offers: placeOf(reader.jobOffers(0, 1)),
    },
    blocks: factsOfBlocks(),
    assets: Object.fromEntries(hiddenAssets.map((name) => [name, reader.asset(name)])),
    texts: { ...Object.fromEntries(keys.map((key) => [key, reader.text(key, later)])), ...reader.ownTexts() },
  }
}

/** Returns the parts of the path of a member's page before and after its slug. */
function placeOf([first]: { slug: string; href?: string }[]): HiddenProps['area'] | undefined {
  if (!first?.href) return undefined
  const segments = first.href.split('/')
  const at = segments.findLastIndex((segment) => decodeURIComponent(segment) === first.slug)
  if (at < 0) return undefined
  return { before: [...segments.slice(0, at), ''].join('/'), after: ['', ...segments.slice(at + 1)].join('/') }
}
