import sharp from 'sharp'

// Every module imports sharp from this file, and only when needed, because sharp is slow to load. In the compiled
// command, `import('sharp')` would load a second copy, and each loaded copy resets memory and threads for all of them.
sharp.cache(false) // no file is read twice

export { sharp }
