import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Deployment, freePort, type RunningHost, startServer } from './host-process.ts'
import { startAzure } from './start-azure.ts'
import { startCloudfront } from './start-cloudfront.ts'
import { startGitlab } from './start-gitlab.ts'
import { startNetlify } from './start-netlify.ts'

const apacheModules = [
  'mpm_event',
  'authz_core',
  'mime',
  'dir',
  'alias',
  'rewrite',
  'headers',
  'autoindex',
  'negotiation',
  'proxy',
  'proxy_http',
  'ssl',
]

/** Addresses at which self-hosted servers fail, to show their pages for 5xx. */
const failing = ['/own/503', '/en/own/503']

/** Copies the export, and over it all files of a host or one of them. */
async function deploy({ site, hosts, work }: Deployment, host: string, file = '.'): Promise<string> {
  const folder = join(work, 'deployed')
  await cp(site, folder, { recursive: true })
  await cp(join(hosts, host, file), join(folder, file), { recursive: true })
  await chmod(work, 0o755)
  return folder
}

async function startNginx({ site, hosts, work }: Deployment): Promise<RunningHost> {
  const port = await freePort()
  const folder = join(hosts, 'nginx')
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${work}/${name};`)
  const config = `daemon off; pid ${work}/nginx.pid; error_log stderr warn; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { ${temp.join(' ')} access_log off; include ${folder}/map.conf;
  server { listen 127.0.0.1:${port}; root "${site}"; include ${folder}/site.conf;
    ${failing.map((path) => `location = ${path} { return 503; }`).join('\n')} } }`
  await writeFile(join(work, 'nginx.conf'), config)
  return startServer({ command: 'nginx', args: ['-p', work, '-c', join(work, 'nginx.conf'), '-e', 'stderr'], port })
}

/** With the settings that are worst for a site: folder listings and content negotiation are on. */
async function startApache(deployment: Deployment): Promise<RunningHost> {
  const root = await deploy(deployment, 'apache', '.htaccess')
  return runApache(
    deployment,
    `DocumentRoot "${root}"
<Directory "${root}">
AllowOverride All
Options Indexes FollowSymLinks MultiViews
Require all granted
</Directory>
${failing.map((path) => `<Location "${path}">\nRewriteEngine On\nRewriteRule ^ - [R=503,L]\n</Location>`).join('\n')}`,
  )
}

async function startApacheVhost(deployment: Deployment): Promise<RunningHost> {
  const { site, hosts } = deployment
  const file = join(hosts, 'apache/vhost.conf')
  return runApache(
    deployment,
    `Options Indexes FollowSymLinks MultiViews\nDefine SITE_ROOT "${site}"\nInclude "${file}"
${failing.map((path) => `Redirect 503 ${path}`).join('\n')}`,
  )
}

async function runApache({ work }: Deployment, site: string): Promise<RunningHost> {
  const port = await freePort()
  const modules = apacheModules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
  const config = `${modules.join('\n')}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile "${work}/apache.pid"
DefaultRuntimeDir "${work}"
Mutex "file:${work}" default
ErrorLog "${work}/error.log"
TypesConfig /etc/mime.types
SSLProxyEngine On
${site}
`
  await writeFile(join(work, 'apache.conf'), config)
  return startServer({ command: 'apache2', args: ['-f', join(work, 'apache.conf'), '-DFOREGROUND'], port })
}

async function startCaddy({ site, hosts, work }: Deployment): Promise<RunningHost> {
  const port = await freePort()
  const config = join(work, 'Caddyfile')
  const text = await readFile(join(hosts, 'caddy/Caddyfile'), 'utf8')
  const failed = failing.map((path) => `error ${path} 503\n`).join('')
  await writeFile(config, `{\nadmin off\nauto_https off\n}\n${text.replace('route {\n', `route {\n${failed}`)}`)
  return startServer({
    command: 'caddy',
    args: ['run', '--config', config, '--adapter', 'caddyfile'],
    port,
    env: { SITE_ADDRESS: `http://127.0.0.1:${port}`, SITE_ROOT: site, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work },
  })
}

async function startCloudflare(deployment: Deployment): Promise<RunningHost> {
  const port = await freePort()
  const folder = await deploy(deployment, 'cloudflare')
  const cwd = join(deployment.work, 'empty')
  await mkdir(cwd)
  return startServer({
    command: process.env.WRANGLER ?? resolve('tests/hosts/soak/node_modules/.bin/wrangler'),
    args: [
      'pages',
      'dev',
      folder,
      '--ip',
      '127.0.0.1',
      '--port',
      String(port),
      '--compatibility-date',
      '2026-11-01',
      '--inspector-port',
      String(await freePort()),
    ],
    port,
    cwd,
    env: { CI: 'true', WRANGLER_SEND_METRICS: 'false', XDG_CONFIG_HOME: deployment.work },
  })
}

async function startFirebase(deployment: Deployment): Promise<RunningHost> {
  const port = await freePort()
  const folder = await deploy(deployment, 'firebase')
  return startServer({
    command: process.env.SUPERSTATIC ?? resolve('node_modules/.bin/superstatic'),
    args: ['.', '--host', '127.0.0.1', '--port', String(port), '--config', join(folder, 'firebase.json')],
    port,
    cwd: folder,
  })
}

async function startVercel(deployment: Deployment): Promise<RunningHost> {
  const port = await freePort()
  const folder = await deploy(deployment, 'vercel')
  return startServer({
    command: process.env.VERCEL ?? resolve('tests/hosts/soak/node_modules/.bin/vercel'),
    args: ['dev', '--local', '--yes', '--listen', `127.0.0.1:${port}`, folder],
    port,
    cwd: folder,
    env: { CI: 'true', HOME: deployment.work, VERCEL_TELEMETRY_DISABLED: '1' },
  })
}

/** The file server of Caddy without configuration, for hosts that read none. */
async function startPlain(deployment: Deployment): Promise<RunningHost> {
  const port = await freePort()
  const folder = await deploy(deployment, 'plain')
  return startServer({
    command: 'caddy',
    args: ['file-server', '--listen', `127.0.0.1:${port}`, '--root', folder],
    port,
    env: { XDG_DATA_HOME: deployment.work, XDG_CONFIG_HOME: deployment.work },
  })
}

async function startAzureEmulator(deployment: Deployment): Promise<RunningHost> {
  const port = await freePort()
  const folder = await deploy(deployment, 'azure')
  return startServer({
    command: process.env.SWA ?? resolve('tests/hosts/soak/node_modules/.bin/swa'),
    args: ['start', folder, '--host', '127.0.0.1', '--port', String(port)],
    port,
    cwd: deployment.work,
    env: { CI: 'true', HOME: deployment.work, SWA_CLI_TELEMETRY: 'false' },
  })
}

/** Real servers where they can run here, and imitations of the others. */
export const startHost = {
  nginx: startNginx,
  apache: startApache,
  'apache-vhost': startApacheVhost,
  caddy: startCaddy,
  cloudflare: startCloudflare,
  firebase: startFirebase,
  vercel: startVercel,
  aws: startCloudfront,
  netlify: startNetlify,
  azure: startAzure,
  gitlab: startGitlab,
  'azure-emulator': startAzureEmulator,
  plain: startPlain,
}
