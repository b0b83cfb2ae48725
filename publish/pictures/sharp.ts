import sharp from 'sharp'

// Every module imports sharp from this file, and only when it needs it, as sharp is slow to load. In the compiled command `import('sharp')` would
// load a second copy, and each copy that is loaded resets memory and threads for all.
sharp.cache(false) // no file is read twice

export { sharp }
