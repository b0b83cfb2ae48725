/**
 * Whether the soak test runs (`npm run test:soak`). Tests that take long and find faults that hardly any change makes
 * run only there.
 */
export const isSoak = process.env.SOAK === 'on'
