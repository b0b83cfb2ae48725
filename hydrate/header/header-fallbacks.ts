export { prefetchLinks } from './prefetch.ts'
export { startScrollState } from './scroll-state.ts'
