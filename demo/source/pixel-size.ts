import sharp from 'sharp'

/** The size of a picture as displayed. A separate module that is loaded late, because sharp is slow to load. */
export async function readPixelSize(path: string): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(path).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}
