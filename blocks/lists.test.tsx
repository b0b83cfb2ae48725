import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Href, Listed, Reader } from '#blocks/_shared/reader.ts'
import type { ContactPerson, Html, Image, PostSummary, ServiceSummary } from '#content/schema.ts'
import { fakeReader } from '#tests/fake-reader.ts'
import { Contact } from './contact/contact.tsx'
import { Faq } from './faq/faq.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { Offers } from './offers/offers.tsx'
import { logoShape } from './partners/logo-shape.ts'
import { Partners } from './partners/partners.tsx'
import { PostList } from './post-list/post-list.tsx'
import { Tiles } from './tiles/tiles.tsx'

const image = { url: '/media/a.jpg', alt: 'A road' } as Image
const common = { id: '1', headline: 'Headline' }

describe('offers', () => {
  const services = [{ id: '1', slug: 'cars', title: 'Cars', lead: 'Lead', href: '/en/services/cars' as Href }]
  const reader = fakeReader({ services: () => services as Listed<ServiceSummary>[] })

  it('lists the services of the locale unless the block has its own offers', () => {
    const own = [{ title: 'Own', lead: undefined, image: undefined, url: '/own' }]
    expect(
      renderToStaticMarkup(<Offers block={{ ...common, type: 'offers', offers: undefined }} reader={reader} />),
    ).toContain('href="/en/services/cars"')
    const explicit = renderToStaticMarkup(<Offers block={{ ...common, type: 'offers', offers: own }} reader={reader} />)
    expect(explicit).toContain('href="/own"')
    expect(explicit).not.toContain('Cars')
  })

  it('shows an offer without a title, but does not link it, because the link would have no name', () => {
    const offers = [{ title: ' ', lead: 'Lead', image: undefined, url: '/own' }]
    const markup = renderToStaticMarkup(<Offers block={{ ...common, type: 'offers', offers }} reader={reader} />)
    expect(markup).toContain('Lead')
    expect(markup).not.toMatch(/<h3|<a |is-link/)
  })
})

it('leaves out offers and tiles that show nothing, and a block that has no others', () => {
  const empty = { title: ' ', image: undefined, url: '/own' }
  const offers = [{ ...empty, lead: undefined }]
  const tiles = [{ ...empty, html: undefined, target: undefined }]
  const blocks = [
    <Offers key="1" block={{ ...common, type: 'offers', offers }} reader={fakeReader()} />,
    <Tiles key="2" block={{ ...common, type: 'tiles', tiles }} reader={fakeReader()} />,
  ]
  expect(blocks.map((block) => renderToStaticMarkup(block))).toEqual(['', ''])
})

describe('faq', () => {
  it('opens one question at a time and contains every answer', () => {
    const items = [1, 2].map((n) => ({ question: `Question ${n}`, answer: `<p>Answer ${n}</p>` as Html }))
    const markup = renderToStaticMarkup(<Faq block={{ ...common, type: 'faq', items }} reader={fakeReader()} />)
    expect(markup.match(/<details class="faq__item" name="faq-1">/g)).toHaveLength(2)
    expect(markup).toContain('<p>Answer 2</p>')
  })

  it('leaves out items without an answer, and renders nothing if no item has one', () => {
    const empty = { question: ' ', answer: ' ' as Html }
    const render = (...items: (typeof empty)[]) =>
      renderToStaticMarkup(<Faq block={{ ...common, type: 'faq', items }} reader={fakeReader()} />)
    const answered = { question: 'Why?', answer: '<p>So</p>' as Html }
    expect(render(empty, { ...empty, question: 'When?' }, answered).match(/<details/g)).toHaveLength(1)
    expect(render(empty, { ...empty, question: 'When?' })).toBe('')
  })

  it('shows an answer without a question permanently, because nothing could open it', () => {
    const items = [{ question: ' ', answer: '<p>Answer</p>' as Html }]
    const markup = renderToStaticMarkup(<Faq block={{ ...common, type: 'faq', items }} reader={fakeReader()} />)
    expect(markup).toContain('<p>Answer</p>')
    expect(markup).not.toMatch(/<details|<h3/)
  })

  it.each([
    ['h1', undefined],
    ['h2', 'Questions'],
  ])('nests the headings of an answer without a question below the %s', (above, headline) => {
    const items = [{ question: ' ', answer: '<h4>Part</h4>' as Html }]
    const block = { ...common, type: 'faq', items, headline } as const
    const html: Reader['html'] = (_, below) => `below ${below}`
    expect(renderToStaticMarkup(<Faq block={block} reader={fakeReader({ html })} />)).toContain(`below ${above}`)
  })
})

describe('gallery', () => {
  it('links to the full picture and shows captions, but does not link a picture without a file', () => {
    const images = [{ ...image, caption: 'The yard' }]
    const block = { ...common, type: 'gallery' as const, images }
    const markup = renderToStaticMarkup(<Gallery block={block} reader={fakeReader()} />)
    expect(markup).toContain('<figcaption class="gallery__caption">The yard</figcaption>')
    expect(markup).toContain('href="/media/a.jpg" aria-label="Open the full picture: A road"')
    const missing = fakeReader({ picture: () => ({ width: 3, height: 2, alt: 'A road' }) })
    const without = renderToStaticMarkup(<Gallery block={block} reader={missing} />)
    expect(without).not.toContain('<a ')
    expect(without).toContain('A road')
  })

  it.each([
    [1, 'gallery', [12]],
    [2, 'gallery', [6, 6]],
    [3, 'gallery is-featured', [4, 4, 4]],
    [5, 'gallery', [6, 6, 4, 4, 4]],
    [12, 'gallery is-featured', Array(12).fill(4)],
    [15, 'gallery', [4, 4, 4, ...Array(12).fill(3)]],
  ])('arranges %i pictures in rows', (count, name, spans) => {
    const images = Array(count).fill({ ...image, caption: undefined })
    const markup = renderToStaticMarkup(
      <Gallery block={{ ...common, type: 'gallery', images }} reader={fakeReader()} />,
    )
    expect(markup).toContain(`<ul class="${name}"`)
    expect([...markup.matchAll(/is-span-(\d+)/g)].map(([, span]) => Number(span))).toEqual(spans)
  })

  it('shows the last of an odd number of pictures in full width on tablets', () => {
    const widths = (count: number) => {
      const images = Array(count).fill({ ...image, caption: undefined })
      const reader = fakeReader({
        picture: () => ({
          src: '/a',
          full: '/full',
          width: 3000,
          height: 2000,
          alt: '',
          sources: [{ type: '', srcSet: '' }],
        }),
      })
      const markup = renderToStaticMarkup(<Gallery block={{ ...common, type: 'gallery', images }} reader={reader} />)
      expect(markup.match(/href="\/full"/g)).toHaveLength(count)
      return [...markup.matchAll(/ sizes="[^"]*\(min-width: 40rem\) calc\(([^)]*)/g)].map(([, width]) => width)
    }
    expect(widths(2)).toEqual(Array(2).fill('50vw - 1.875rem'))
    expect(widths(3)).toEqual([...Array(2).fill('50vw - 1.875rem'), '100vw - 2.5rem'])
  })

  it('names a picture without words by its number, shows a drawing whole, and has a dialog that shows one picture at a time', () => {
    const images = [
      { url: '/a.jpg', caption: undefined },
      { url: '/b.svg', caption: 'Plan' },
    ] as (Image & { caption: string | undefined })[]
    const markup = renderToStaticMarkup(
      <Gallery block={{ ...common, type: 'gallery', images }} reader={fakeReader()} />,
    )
    expect([...markup.matchAll(/Open the full picture: ([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'Picture 1',
      'Plan',
    ])
    expect([...markup.matchAll(/class="picture (gallery__picture[^"]*)"/g)].map(([, name]) => name)).toEqual([
      'gallery__picture',
      'gallery__picture is-drawing',
    ])
    const buttons = [...markup.matchAll(/<button [^>]*type="button" (data-[^ >]*)[^>]*>.*?hidden">([^<]*)/g)]
    expect(buttons.map(([, what, name]) => `${what} ${name}`)).toEqual([
      'data-step="-1" Previous picture',
      'data-step="1" Next picture',
      'data-close="" Close',
    ])
  })
})

describe('partners', () => {
  it('shows the name of a partner whose logo is missing', () => {
    const reader = fakeReader({ picture: () => ({ width: 3, height: 2, alt: '' }) })
    const block = {
      ...common,
      type: 'partners' as const,
      partners: [{ name: 'Northgrid', logo: image, url: undefined }],
    }
    expect(renderToStaticMarkup(<Partners block={block} reader={reader} />)).toContain('<li class="partner"><span')
    const linked = { ...block, partners: [{ name: 'Northgrid', logo: image, url: '/partner' }] }
    expect(renderToStaticMarkup(<Partners block={linked} reader={reader} />)).toContain(
      '<a class="partner__link" href="/partner"><span class="partner__name">Northgrid</span></a>',
    )
  })

  it('marks a white logo so that styles can darken it', () => {
    const partners = [{ name: 'Northgrid', logo: image, url: undefined }]
    const block = { ...common, type: 'partners' as const, partners }
    const shown = (isPale: boolean) => {
      const reader = fakeReader({ picture: () => ({ src: '/a.png', width: 90, height: 30, alt: 'Northgrid', isPale }) })
      return renderToStaticMarkup(<Partners block={block} reader={reader} />)
    }
    expect(shown(true)).toContain('class="picture partner__logo is-wide is-pale"')
    expect(shown(false)).not.toContain('is-pale')
  })

  it('uses the alternative text of the logo for a partner without a name', () => {
    const partners = [{ name: ' ', logo: image, url: '/partner' }]
    const block = { ...common, type: 'partners' as const, partners }
    expect(renderToStaticMarkup(<Partners block={block} reader={fakeReader()} />)).toContain('alt="A road"')
    const missing = fakeReader({ picture: (_image, _use, alt) => ({ width: 3, height: 2, alt: alt ?? '' }) })
    expect(renderToStaticMarkup(<Partners block={block} reader={missing} />)).toContain('>A road</span>')
  })

  it('does not link a logo without a name, and leaves out a partner without name and logo', () => {
    const partners = [{ name: ' ', logo: { ...image, alt: ' ' }, url: '/partner' }]
    const block = { ...common, type: 'partners' as const, partners }
    const markup = renderToStaticMarkup(<Partners block={block} reader={fakeReader()} />)
    expect(markup).toContain('<li class="partner"><')
    expect(markup).not.toContain('<a ')
    const missing = fakeReader({ picture: () => ({ width: 3, height: 2, alt: '' }) })
    expect(renderToStaticMarkup(<Partners block={block} reader={missing} />)).not.toContain('<li')
  })

  it('distinguishes the shapes of logos', () => {
    expect([logoShape(60, 60), logoShape(120, 60), logoShape(184, 60), logoShape(400, 60), logoShape(1, 0)]).toEqual([
      'square',
      'broad',
      'wide',
      'long',
      'square',
    ])
  })
})

describe('post list', () => {
  it('shows three posts, or as many as its limit, and links to its address', () => {
    const posts = [1, 2, 3, 4].map((n) => ({ id: String(n), slug: `p${n}`, title: `Post ${n}` }) as Listed<PostSummary>)
    const reader = fakeReader({ posts: (from, count) => posts.slice(from).slice(0, count) })
    const block = { ...common, type: 'post_list' as const, limit: undefined, url: '/en/news' }
    const markup = renderToStaticMarkup(<PostList block={block} reader={reader} />)
    expect(markup).toContain('Post 3')
    expect(markup).not.toContain('Post 4')
    expect(markup).toContain('href="/en/news">All posts')
    expect(renderToStaticMarkup(<PostList block={{ ...block, limit: 1 }} reader={reader} />)).not.toContain('Post 2')
  })

  it('shows another post instead of the one whose page it is on', () => {
    const posts = [1, 2, 3, 4].map(
      (n) => ({ id: `${n}`, title: `Post ${n}`, href: `/en/p${n}` }) as Listed<PostSummary>,
    )
    const asked: unknown[] = []
    const shownOn = (path: string, all = posts) => {
      const reader = fakeReader({
        path: path as Href,
        posts: (from, count) => {
          asked.push(count)
          return all.slice(from).slice(0, count)
        },
      })
      const block = { ...common, type: 'post_list', limit: 2, url: undefined } as const
      const markup = renderToStaticMarkup(<PostList block={block} reader={reader} />)
      return [...markup.matchAll(/<h3[^>]*><a [^>]*>(.*?)<\/a>/g)].map(([, title]) => title)
    }
    expect(shownOn('/en/p1')).toEqual(['Post 2', 'Post 3'])
    expect(shownOn('/en/p2')).toEqual(['Post 1', 'Post 3'])
    expect(asked).toEqual([2, 3, 2, 3])
    expect(shownOn('/en/p4')).toEqual(['Post 1', 'Post 2'])
    expect(asked).toEqual([2, 3, 2, 3, 2])
    expect(shownOn('/en/p1', posts.slice(0, 1))).toEqual([])
  })

  it('links to the blog of the locale if it has no address, except on the blog itself', () => {
    const block = { ...common, type: 'post_list' as const, limit: 1, url: undefined }
    const rendered = (more: Partial<Reader> = {}) =>
      renderToStaticMarkup(
        <PostList block={block} reader={fakeReader({ posts: () => [{ title: 'Post' } as PostSummary], ...more })} />,
      )
    expect(rendered()).toContain('href="/en/blog">All posts')
    expect(rendered({ page: () => undefined })).not.toContain('All posts')
    expect(rendered({ path: '/en/blog' as Href })).not.toContain('All posts')
  })
})

describe('contact', () => {
  it('shows every fact of the contact people, and how to get in touch without the form', () => {
    const person = {
      id: '1',
      name: 'Owen',
      position: 'Manager',
      phone: '+44 1632 960 126',
      email: 'o@example.com',
      region: 'Wales',
    }
    const reader = fakeReader({ contactPeople: () => [person as ContactPerson] })
    const markup = renderToStaticMarkup(
      <Contact block={{ ...common, type: 'contact', html: undefined }} reader={reader} />,
    )
    for (const words of ['Owen', 'Manager', 'Wales', 'href="tel:+441632960126"', 'href="mailto:o@example.com"'])
      expect(markup).toContain(words)
    expect(markup).toMatch(/<noscript>.*hello@example\.com.*<\/noscript>/)
    expect(markup).toContain('action="/api/contact_form_entries"')
  })

  it('shows no empty list for a person without phone and e-mail', () => {
    const reader = fakeReader({ contactPeople: () => [{ id: '1', name: 'Owen' } as ContactPerson] })
    const block = { ...common, type: 'contact' as const, html: undefined }
    expect(renderToStaticMarkup(<Contact block={block} reader={reader} />)).not.toContain('contact-person__ways')
  })

  it('shows only the facts that a person has', () => {
    const block = { ...common, type: 'contact' as const, html: undefined }
    const render = (person: object) => {
      const reader = fakeReader({ contactPeople: () => [{ id: '1', name: ' ', ...person } as ContactPerson] })
      return /<ul class="contact-people__list.*<\/ul>/.exec(
        renderToStaticMarkup(<Contact block={block} reader={reader} />),
      )?.[0]
    }
    expect(render({ phone: '+44 1' })?.match(/<a |<p |<img/g)).toEqual(['<a '])
    expect(render({ email: 'o@example.com' })?.match(/<a |<p |<img/g)).toEqual(['<a '])
    expect(render({ photo: image })?.match(/<a |<p |<img/g)).toEqual(['<img'])
    expect(render({ photo: image })).toContain('alt=""')
    expect(render({ region: 'Wales' })).toContain('Wales')
  })

  it('has a heading for its people below its own headline, and none without people', () => {
    const markup = (headline: string | undefined, people: object[]) => {
      const reader = fakeReader({ contactPeople: () => people as ContactPerson[] })
      const block = { id: '1', headline, type: 'contact' as const, html: undefined }
      return renderToStaticMarkup(<Contact block={block} reader={reader} />)
    }
    const people = [{ id: '1', name: 'Owen' }]
    expect(markup('Ask us', people)).toContain('<h3 class="contact-people__title')
    expect(markup(undefined, people)).toContain('<h2 class="contact-people__title')
    expect(markup('Ask us', [])).not.toContain('contact-people')
  })
})
