import { useLayoutEffect, useRef } from 'preact/hooks';
import { renderMarkdown } from './markdown';

/** Foreign Markdown, shown safely; see `renderMarkdown`. */
export function MarkdownText({ text, breaks }: { text: string; breaks: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  // The sanitised nodes themselves go in: written as HTML and parsed again they could come out as something else.
  useLayoutEffect(() => element.current?.replaceChildren(renderMarkdown(text, { breaks })), [text, breaks]);
  return <div class="markdown" dir="auto" ref={element} />;
}
