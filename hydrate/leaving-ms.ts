/**
 * For how long a page may still be visible after a link was followed, in milliseconds. Firefox and Safari drop pending
 * requests then. Not longer, because a download does not leave the page, and a visitor may come back.
 */
export const leavingMs = 9000
