import type { SitePlanData } from '#renderer/shards/site-plan.ts'
import type { JobOptions } from './prepare-job.ts'

type ToldOptions = Pick<JobOptions, 'locale' | 'engine' | 'images' | 'strict' | 'family' | 'commerceApi'> & {
  api: string
  service?: string
}

/** What `site plan` was told and holds for all that is made of the plan. */
export function toldOptions({ told }: SitePlanData): ToldOptions {
  const { locales, engine, images, strict, family, api, commerceApi, service } = told
  return {
    ...{ locale: locales.join(), engine, images, strict, family, api },
    ...(commerceApi !== undefined && { commerceApi }),
    ...(service !== undefined && { service }),
  }
}
