import type { IReachabilityForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';

/** Who may import whom: a folder of `src/` imports itself and what its row names. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  shared: ['core'],
  platform: ['core'],
  transcript: ['core', 'shared'],
  agents: ['core', 'shared', 'platform', 'transcript'],
  workers: ['core', 'shared', 'platform', 'transcript', 'agents', 'store'],
  store: ['core', 'platform'],
  projects: ['core', 'platform', 'store'],
  chats: ['core', 'shared', 'store', 'projects'],
  external: ['core', 'shared', 'platform', 'transcript', 'agents', 'workers', 'store', 'projects'],
  usage: ['core', 'shared', 'platform', 'transcript', 'agents', 'workers', 'store', 'external'],
  queue: ['core', 'store', 'chats'],
  terminals: ['core', 'shared', 'platform', 'agents', 'store', 'projects', 'chats', 'external'],
  tools: ['core', 'shared', 'platform', 'projects', 'chats', 'external', 'queue', 'terminals'],
  runtime: ['core', 'shared', 'platform', 'store', 'projects', 'chats', 'queue', 'tools'],
  mcp: ['core', 'platform', 'store', 'chats', 'external', 'tools'],
  cli: ['core', 'shared', 'platform', 'transcript', 'agents', 'workers', 'store', 'external', 'usage'],
  demo: ['core', 'shared', 'platform', 'agents', 'external', 'terminals'],
  workbench: ['core', 'shared', 'platform', 'projects', 'terminals', 'tools', 'runtime'],
  views: [
    ...['core', 'shared', 'transcript', 'agents', 'store', 'projects', 'chats', 'external', 'usage', 'queue', 'terminals'],
    ...['tools', 'runtime', 'workbench'],
  ],
};

/** Where bundles begin; the same patterns as in esbuild.mjs. What none of them reaches is dead. */
const entryPoints = '^src/(extension|[^/]+/main|workers/[^/]+Worker|terminals/host/main|demo/makeDemo)\\.ts$|^webview/[^/]+/main\\.tsx$';

type Regular = IRegularForbiddenRuleType;
type Rule = (Regular | IReachabilityForbiddenRuleType) & { readonly name: string };

function forbid(name: string, from: Regular['from'], to: Regular['to']): Rule {
  return { name, severity: 'error', from, to };
}

const rows = Object.entries(mayImport).map(([folder, allowed]) =>
  forbid(
    `${folder} may import ${allowed.join(', ') || 'nothing'}`,
    { path: `^src/${folder}/` },
    { path: '^(src|webview|test)/', pathNot: `^src/(${[folder, ...allowed].join('|')})/` },
  ),
);

/** The name of a broken rule is the sentence to read. */
export const rules: readonly Rule[] = [
  ...rows,
  forbid('every folder of src has a row in the table', { path: `^src/(?!(?:${Object.keys(mayImport).join('|')})/)[^/]+/` }, {}),
  forbid('a page may import core, shared and its own', { path: '^webview/' }, { path: '^(src|test)/', pathNot: '^src/(core|shared)/' }),
  forbid('a page never sees another page', { path: '^webview/([^/]+)/' }, { path: '^webview/', pathNot: '^webview/($1|shared)/' }),
  forbid('an agent never sees another agent', { path: '^src/agents/([^/]+)/' }, { path: '^src/agents/[^/]+/', pathNot: '^src/agents/$1/' }),
  forbid('views never see the inside of an agent', { path: '^src/views/' }, { path: '^src/agents/[^/]+/' }),
  forbid('vscode only in workbench, views, app.ts and extension.ts', { pathNot: '^src/(workbench/|views/|(app|extension)\\.ts$)' }, { path: '^(node_modules/@types/)?vscode(/|$)' }),
  forbid('no Node built-in in core, shared and pages', { path: '^(src/(core|shared)|webview)/' }, { dependencyTypes: ['core'] }),
  forbid('zod only in schema.ts', { pathNot: '(^|/)schema\\.ts$' }, { path: '^(node_modules/)?zod(/|$)' }),
  forbid('of zod the small one: zod/mini', {}, { path: '^(node_modules/)?zod(/|$)', pathNot: '^(node_modules/)?zod/mini/' }),
  forbid('pages get types, never schemas', { path: '^webview/' }, { path: '/schema\\.ts$', dependencyTypesNot: ['type-only'] }),
  forbid('the toolkit only in webview/shared', { pathNot: '^webview/shared/' }, { path: '^(node_modules/)?@vscode/webview-ui-toolkit(/|$)' }),
  forbid('packages are named in package.json', {}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),
  forbid('no cycles', {}, { circular: true }),
  {
    name: 'no orphans: an entry point reaches every file',
    severity: 'error',
    from: { path: entryPoints },
    to: { path: '^(src|webview)/', pathNot: ['\\.d\\.ts$', entryPoints], reachable: false },
  },
];
