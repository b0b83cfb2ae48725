import { BlogList } from './blog-list.tsx'
import { BlogPost } from './blog-post.tsx'
import { Category } from './category.tsx'
import { ErrorPage } from './error-page.tsx'
import { Home } from './home.tsx'
import { JobOffer } from './job-offer.tsx'
import { Login } from './login.tsx'
import { Offline } from './offline.tsx'
import type { TemplateName } from './page-view.ts'
import { Restricted } from './restricted.tsx'
import { Search } from './search.tsx'
import { Subpage } from './subpage.tsx'
import type { Template } from './template-props.ts'

/** The layout of every template name. */
export const templates: Record<TemplateName, Template> = {
  home: Home,
  subpage: Subpage,
  'blog-list': BlogList,
  'blog-post': BlogPost,
  'job-offer': JobOffer,
  category: Category,
  search: Search,
  login: Login,
  restricted: Restricted,
  error: ErrorPage,
  offline: Offline,
}
