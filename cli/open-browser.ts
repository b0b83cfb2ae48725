import { spawn } from 'node:child_process'

/** Opens an address in the browser of the user. Prints a line if no browser can be started. */
export function openBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open']
  const child = spawn(command ?? 'xdg-open', [...args, address], { detached: true, stdio: 'ignore' })
  child.on('error', () => process.stderr.write('No browser could be started; open the address yourself.\n'))
  child.unref()
}
