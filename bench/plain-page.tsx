import type { ReactElement, ReactNode } from 'react'

type Picture = { url: string; alt: string; caption?: string }
type PlainBlock = {
  id: number
  type: string
  headline?: string
  title?: string
  subtitle?: string
  html?: string
  image?: Picture
  tiles?: { title: string; html: string; image: Picture; url: string }[]
  images?: Picture[]
  items?: { question: string; answer: string }[]
  partners?: { name: string; logo: Picture; url: string }[]
}
export type PlainDocument = { title: string; blocks: PlainBlock[] }
export type PlainPost = { slug: string; title: string; lead: string; teaserImage: Picture }
export type PlainMenuItem = { id: number | string; name: string; url?: string; children?: PlainMenuItem[] }

/** A page of about the size of ours, by components that ask for nothing. Its rich texts are clean already. */
export function PlainPage({ document, posts }: { document: PlainDocument; posts: PlainPost[] }): ReactElement {
  return (
    <main id="content" className="page">
      <h1 className="page__title">{document.title}</h1>
      {document.blocks.map((block) => (
        <section key={block.id} id={`block-${block.id}`} className={`section is-${block.type}`}>
          {block.headline && <h2 className="section__headline">{block.headline}</h2>}
          <PlainParts block={block} posts={posts} />
        </section>
      ))}
    </main>
  )
}

function PlainParts({ block, posts }: { block: PlainBlock; posts: PlainPost[] }): ReactNode {
  const { type, title, subtitle, html, image, tiles, images, items, partners } = block
  return (
    <>
      {title && <p className="banner__title">{title}</p>}
      {subtitle && <p className="banner__subtitle">{subtitle}</p>}
      {image && <PlainPicture {...image} />}
      {html && <Rich html={html} />}
      {tiles?.map((tile) => (
        <a key={tile.title} className="tile" href={tile.url}>
          <PlainPicture {...tile.image} />
          <h3 className="tile__title">{tile.title}</h3>
          <Rich html={tile.html} />
        </a>
      ))}
      {images?.map((one) => (
        <PlainPicture key={one.caption} {...one} />
      ))}
      {items?.map((item) => (
        <details key={item.question} className="faq__item" name="faq">
          <summary className="faq__question">
            <h3 className="faq__title">{item.question}</h3>
          </summary>
          <Rich html={item.answer} />
        </details>
      ))}
      {partners?.map((partner) => (
        <a key={partner.name} className="partner" href={partner.url} aria-label={partner.name}>
          <PlainPicture {...partner.logo} />
        </a>
      ))}
      {type === 'post_list' && posts.map((post) => <PlainCard key={post.slug} {...post} />)}
    </>
  )
}

function PlainPicture({ url, alt, caption }: Picture): ReactElement {
  return (
    <figure className="picture">
      <img className="picture__image" src={url} alt={alt} width={1600} height={1000} loading="lazy" decoding="async" />
      {caption && <figcaption className="picture__caption">{caption}</figcaption>}
    </figure>
  )
}

function PlainCard({ slug, title, lead, teaserImage }: PlainPost): ReactElement {
  return (
    <article className="card">
      <PlainPicture {...teaserImage} />
      <h3 className="card__title">
        <a className="card__link" href={`/blog/${slug}`}>
          {title}
        </a>
      </h3>
      <p className="card__lead">{lead}</p>
    </article>
  )
}

function Rich({ html }: { html: string }): ReactElement {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the bench sanitised it
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}

/** A list of links, as in a header or a footer. */
export function PlainMenu({ items }: { items: PlainMenuItem[] }): ReactElement {
  return (
    <ul className="menu" role="list">
      {items.map(({ id, name, url, children }) => (
        <li key={id} className="menu__item">
          {url ? (
            <a className="menu__link" href={url}>
              {name}
            </a>
          ) : (
            <span className="menu__name">{name}</span>
          )}
          {children && <PlainMenu items={children} />}
        </li>
      ))}
    </ul>
  )
}
