import sharp from 'sharp'

// Every module takes sharp from here, and loads this one late, as it is slow to load. In the compiled command `import('sharp')` would be a
// second copy of it, and a copy that is loaded sets memory and threads back for all.
sharp.cache(false) // no file is read twice

export { sharp }
