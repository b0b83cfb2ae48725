import { parseSettings, type Settings } from '#renderer/settings.ts'
import { readSettings } from './read-settings.ts'

/** Loads the settings of a project as they are `given`, and checks them; its folder is the one that holds the file. */
export async function loadSettings(file: string): Promise<{ settings: Settings; given: unknown; root: string }> {
  const { given, root } = await readSettings(file)
  return { settings: parseSettings(given, file), given, root }
}
