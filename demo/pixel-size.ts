import sharp from 'sharp'

/** The size of a picture as it is seen. A module of its own, loaded late: sharp is slow to load. */
export async function readPixelSize(path: string): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(path).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}
