import type { SitePlanData } from '#renderer/shards/site-plan.ts'

/** Returns the options of `site plan` that also apply to shards and to the merge. */
export function plannedOptions({ options }: SitePlanData) {
  const { locales, engine, images, strict, family, api, commerceApi, service } = options
  return {
    ...{ locale: locales.join(), engine, images, strict, family, api },
    ...(commerceApi !== undefined && { commerceApi }),
    ...(service !== undefined && { service }),
  }
}
