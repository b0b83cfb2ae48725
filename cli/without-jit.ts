import { config } from 'zod'

// Schemas compile themselves when first used, which pays only for commands that parse a lot. Import this file before
// any schema is made.
config({ jitless: true })
