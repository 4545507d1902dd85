import agent from '@vscode/codicons/src/icons/agent.svg';
import check from '@vscode/codicons/src/icons/check.svg';
import checklist from '@vscode/codicons/src/icons/checklist.svg';
import chevronDown from '@vscode/codicons/src/icons/chevron-down.svg';
import chevronLeft from '@vscode/codicons/src/icons/chevron-left.svg';
import chevronRight from '@vscode/codicons/src/icons/chevron-right.svg';
import chevronUp from '@vscode/codicons/src/icons/chevron-up.svg';
import circle from '@vscode/codicons/src/icons/circle.svg';
import circleSlash from '@vscode/codicons/src/icons/circle-slash.svg';
import clock from '@vscode/codicons/src/icons/clockface.svg';
import close from '@vscode/codicons/src/icons/close.svg';
import comment from '@vscode/codicons/src/icons/comment.svg';
import copy from '@vscode/codicons/src/icons/copy.svg';
import edit from '@vscode/codicons/src/icons/edit.svg';
import error from '@vscode/codicons/src/icons/error.svg';
import exportIcon from '@vscode/codicons/src/icons/export.svg';
import file from '@vscode/codicons/src/icons/file.svg';
import fold from '@vscode/codicons/src/icons/fold.svg';
import folder from '@vscode/codicons/src/icons/folder.svg';
import branch from '@vscode/codicons/src/icons/git-branch.svg';
import globe from '@vscode/codicons/src/icons/globe.svg';
import go from '@vscode/codicons/src/icons/go-to-file.svg';
import info from '@vscode/codicons/src/icons/info.svg';
import lightbulb from '@vscode/codicons/src/icons/lightbulb.svg';
import loading from '@vscode/codicons/src/icons/loading.svg';
import link from '@vscode/codicons/src/icons/link.svg';
import markdown from '@vscode/codicons/src/icons/markdown.svg';
import question from '@vscode/codicons/src/icons/question.svg';
import search from '@vscode/codicons/src/icons/search.svg';
import terminal from '@vscode/codicons/src/icons/terminal.svg';
import tools from '@vscode/codicons/src/icons/tools.svg';
import trash from '@vscode/codicons/src/icons/trash.svg';
import warning from '@vscode/codicons/src/icons/warning.svg';

const icons = {
  agent,
  branch,
  check,
  checklist,
  'chevron-down': chevronDown,
  'chevron-left': chevronLeft,
  'chevron-right': chevronRight,
  'chevron-up': chevronUp,
  circle,
  'circle-slash': circleSlash,
  clock,
  close,
  comment,
  copy,
  edit,
  error,
  export: exportIcon,
  file,
  fold,
  folder,
  globe,
  go,
  info,
  lightbulb,
  link,
  loading,
  markdown,
  question,
  search,
  terminal,
  tools,
  trash,
  warning,
};
export type IconName = keyof typeof icons;

/** A codicon, painted in the text colour. Never the only carrier of a meaning: it has no name for a screen reader. */
export function Icon({ name, tone = 'plain' }: { name: IconName; tone?: 'plain' | 'error' | 'warning' | 'info' | 'success' }) {
  return <span class={`icon icon-${tone}`} aria-hidden="true" dangerouslySetInnerHTML={{ __html: icons[name] }} />;
}
