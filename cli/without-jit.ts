import { config } from 'zod'

// Schemas compile themselves at their first use, which pays only for commands that parse much. Imported before the schemas are made.
config({ jitless: true })
