import { ErrorPage } from './errors/error-page.tsx'
import { Offline } from './errors/offline.tsx'
import { BlogPost } from './layouts/blog-post.tsx'
import { Category } from './layouts/category.tsx'
import { Home } from './layouts/home.tsx'
import { JobOffer } from './layouts/job-offer.tsx'
import { Login } from './layouts/login.tsx'
import { Restricted } from './layouts/restricted.tsx'
import { Search } from './layouts/search.tsx'
import { Subpage } from './layouts/subpage.tsx'
import type { TemplateName } from './page-view.ts'
import type { Template } from './template-props.ts'

/** The layout of every template name. */
export const templates: Record<TemplateName, Template> = {
  home: Home,
  subpage: Subpage,
  'blog-list': Subpage,
  'blog-post': BlogPost,
  'job-offer': JobOffer,
  category: Category,
  search: Search,
  login: Login,
  restricted: Restricted,
  error: ErrorPage,
  offline: Offline,
}
