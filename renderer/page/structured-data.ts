import { escapeText } from 'entities/escape'
import { employmentTypes } from '#blocks/_shared/lists/employment.ts'
import type { Reader } from '#blocks/_shared/reader.ts'
import type { ResolvedPage } from './resolved-page.ts'

/** JSON-LD of a page: its breadcrumbs, and its questions, article or job; of the home page, the site and its owner. */
export function structuredDataOf(page: ResolvedPage, reader: Reader, canonical: string): object[] {
  if (page.error || page.template === 'restricted') return []
  const things = [
    breadcrumbs(page, reader),
    website(reader),
    organization(reader),
    questions(page, reader),
    article(page, reader, canonical),
    job(page, reader),
  ]
  return things.filter((thing) => thing !== undefined).map((thing) => ({ '@context': 'https://schema.org', ...thing }))
}

/**
 * Leaves out crumbs without a page, because search engines refuse a list in
 * which an item before the last has no address.
 */
function breadcrumbs({ crumbs }: ResolvedPage, { site, page }: Reader): object | undefined {
  if (crumbs.length === 0) return undefined
  const home = page('home')
  const trail = [...(home ? [{ name: site.brand, href: home }] : []), ...crumbs]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail
      .filter(({ href }) => href !== undefined)
      .map(({ name, href }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: `${site.origin}${href}`,
      })),
  }
}

/** Search engines take the name of a site from here. */
function website({ site, page, path }: Reader): object | undefined {
  return path === page('home') ? { '@type': 'WebSite', name: site.brand, url: `${site.origin}/` } : undefined
}

function organization({ site, asset, page, path }: Reader): object | undefined {
  if (path !== page('home')) return undefined
  return {
    '@type': 'Organization',
    name: site.brand,
    url: `${site.origin}/`,
    logo: `${site.origin}${asset('icon-512.png')}`,
    ...(site.phone && { telephone: site.phone }),
    ...(site.email && { email: site.email }),
    ...(site.social.length > 0 && { sameAs: site.social.map(({ href }) => href) }),
  }
}

/** Describes the questions of FAQ pages as FAQ structured data (spec §2.3). */
function questions({ nodeType, blocks }: ResolvedPage, reader: Reader): object | undefined {
  const items = nodeType === 'faq' ? blocks.flatMap((block) => (block.type === 'faq' ? block.items : [])) : []
  const asked = items.map(({ question, answer }) => ({ question, text: reader.html(answer) }))
  const complete = asked.filter(({ question, text }) => question.trim() && hasWords(text)) // search engines want both
  if (complete.length === 0) return undefined
  return {
    '@type': 'FAQPage',
    mainEntity: complete.map(({ question, text }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
  }
}

function hasWords(markup: string): boolean {
  return markup.replaceAll(/<[^<>]*>/g, '').trim() !== ''
}

function article({ post, title, seo, editedAt }: ResolvedPage, reader: Reader, canonical: string): object | undefined {
  if (!post) return undefined
  const published = reader.date(post.publicationDate, 'publicationDate')
  const image = reader.picture(post.image, 'social')
  return {
    '@type': 'BlogPosting',
    headline: title,
    mainEntityOfPage: canonical,
    inLanguage: reader.locale,
    ...(seo.description && { description: seo.description }),
    ...(published && { datePublished: published.iso }),
    ...(editedAt && { dateModified: editedAt }),
    ...(image?.src && { image: new URL(image.src, reader.site.origin).href }),
    author: {
      '@type': post.author && post.author !== reader.site.brand ? 'Person' : 'Organization',
      name: post.author ?? reader.site.brand,
    },
    publisher: { '@type': 'Organization', name: reader.site.brand },
  }
}

/** A job as search engines list it. They refuse a job without a date or a country. */
function job({ job: offer, title, blocks }: ResolvedPage, reader: Reader): object | undefined {
  const posted = reader.date(offer?.publicationDate, 'publicationDate')
  if (!offer?.country || !posted) return undefined
  const until = reader.date(offer.validThrough, 'validThrough')
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block] : []))
  const sections = texts.map(({ headline, html }) => ({ headline, text: reader.html(html) }))
  const description = sections
    .filter(({ text }) => hasWords(text))
    .map(({ headline, text }) => (headline ? `<h2>${escapeText(headline)}</h2>${text}` : text))
    .join('')
  return {
    '@type': 'JobPosting',
    title,
    description: description || escapeText(offer.lead || title), // HTML, unlike the title
    datePosted: posted.iso,
    ...(until && { validThrough: until.iso }),
    ...(employmentTypes.includes(offer.employmentType ?? '') && { employmentType: offer.employmentType }),
    hiringOrganization: { '@type': 'Organization', name: reader.site.brand, sameAs: `${reader.site.origin}/` },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        ...(offer.location && { addressLocality: offer.location }),
        addressCountry: offer.country,
      },
    },
  }
}
