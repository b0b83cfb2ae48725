/** Industries that forms offer if the settings name none. */
export const industries = [
  'transportAndLogistics',
  'constructionMachinery',
  'privateCars',
  'electricCars',
  'agroCars',
  'municipalCars',
  'other',
] as const
