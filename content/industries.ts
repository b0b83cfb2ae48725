/** Industries of services, and of who asks for one by a form. */
export const industries = [
  'transportAndLogistics',
  'constructionMachinery',
  'privateCars',
  'electricCars',
  'agroCars',
  'municipalCars',
  'other',
] as const
