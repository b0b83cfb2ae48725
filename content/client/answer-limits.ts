type Limits = { documentBytes: number; documentDepth: number }
/** The maximum size of an answer in bytes, and how many levels deep it may be nested. */
export type AnswerLimits = { bytes: number; levels: number }

export function limitsOfDocument({ documentBytes, documentDepth }: Limits): AnswerLimits {
  return { bytes: documentBytes, levels: documentDepth }
}

/** A page of a collection holds many documents, and two levels around them. */
export function limitsOfCollection({ documentBytes, documentDepth }: Limits): AnswerLimits {
  return { bytes: documentBytes * 12, levels: documentDepth + 2 }
}
