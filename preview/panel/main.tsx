import { createRoot } from 'react-dom/client'
import { IndexView } from './index-view.tsx'
import { PageView } from './page-view.tsx'

const root = document.getElementById('panel')
if (root) createRoot(root).render(location.pathname === '/admin/' ? <IndexView /> : <PageView />)
