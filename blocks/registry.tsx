import type { ReactElement } from 'react'
import type { BlockOf, BlockType } from '#content/schema.ts'
import type { BlockProps } from './_shared/block-props.ts'
import { Banner } from './banner/banner.tsx'
import { BlogList } from './blog-list/blog-list.tsx'
import { Contact } from './contact/contact.tsx'
import { Faq } from './faq/faq.tsx'
import { FormBlock } from './forms/form-block.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { Jobs } from './jobs/jobs.tsx'
import { Maps } from './maps/maps.tsx'
import { Offers } from './offers/offers.tsx'
import { ownBlocks } from './own-blocks.ts'
import { Partners } from './partners/partners.tsx'
import { PostList } from './post-list/post-list.tsx'
import { Text } from './text/text.tsx'
import { Tiles } from './tiles/tiles.tsx'

export type { BlockProps } from './_shared/block-props.ts'

/** The component of every block type, including own blocks. A built-in type without a component does not compile. */
export const registry: { [T in BlockType]: (props: BlockProps<T>) => ReactElement | null } = {
  advisor_form: FormBlock,
  banner: Banner,
  blog_list: BlogList,
  contact: Contact,
  cooperation_form: FormBlock,
  demo: FormBlock,
  faq: Faq,
  gallery: Gallery,
  help: FormBlock,
  job_application: FormBlock,
  jobs: Jobs,
  maps: Maps,
  offers: Offers,
  partners: Partners,
  post_list: PostList,
  reference_form: FormBlock,
  text: Text,
  tiles: Tiles,
  ...ownBlocks,
}

/** Returns a block as an element, keyed by its id. */
export function renderBlock<T extends BlockType>(block: BlockOf<T>, props: Omit<BlockProps<T>, 'block'>): ReactElement {
  // `block.type` is T, but TypeScript cannot relate it to the component from the registry.
  const Component = registry[block.type as T] as (props: BlockProps<T>) => ReactElement | null
  return <Component key={block.id} {...({ ...props, block } as BlockProps<T>)} />
}
