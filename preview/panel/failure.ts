const pauseMs = 2000

/** Asks for the page that says what went wrong again and again, and shows what is answered once that is another. */
async function askAgain(before?: string): Promise<void> {
  await new Promise((ended) => setTimeout(ended, pauseMs))
  const answer = await fetch(location.href).catch(() => undefined) // the preview may have ended, and be started anew
  const text = await answer?.text().catch(() => undefined)
  if (answer?.ok || (text !== undefined && before !== undefined && text !== before)) location.reload()
  else void askAgain(text ?? before)
}

void askAgain()
