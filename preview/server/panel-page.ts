import { escapeMarkup } from '#publish/xml.ts'

/** Returns the document around a panel: its files, and the address of its page. Without a page it shows the index. */
export function panelPage(title: string, href?: string): string {
  const page = href === undefined ? '' : ` data-href="${escapeMarkup(href)}"`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)} – preview</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/admin/assets/panel.css">
<script type="module" src="/admin/assets/panel.js"></script>
</head>
<body><div id="panel"${page}></div></body>
</html>
`
}
