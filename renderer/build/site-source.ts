import { openPictures, type Pictures } from '#publish/pictures/open-pictures.ts'
import { pictureReading, type SitePicturesOptions } from './open-site-pictures.ts'
import { type OpenedMakers, type OpenMakersOptions, openPageMakers } from './pages/page-makers.ts'
import { type ReadSite, type ReadSiteOptions, readSite } from './read-site.ts'

/** Where a build gets its content, pictures and pages from: the service and its own hosts, or the parts of shards. */
export type SiteSource = {
  readSite(options: ReadSiteOptions): Promise<ReadSite>
  openPictures(options: SitePicturesOptions): Promise<Pictures>
  openMakers(options: OpenMakersOptions): Promise<OpenedMakers>
}

/** Reads the service, and renders in this process and its threads. */
export const fromService: SiteSource = {
  readSite,
  openPictures: ({ uses, ...options }) => openPictures({ ...pictureReading(options), uses }),
  openMakers: openPageMakers,
}
