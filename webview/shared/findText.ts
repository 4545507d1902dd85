/** Where `text` stands in what is shown of `root`, whatever its case, also across elements; at most `most` places. */
export function rangesOf(root: Element, text: string, most: number): Range[] {
  const nodes = textNodes(root);
  const whole = nodes.map(({ data }) => data).join('');
  const ranges: Range[] = [];
  let node = 0;
  let before = 0;
  /** The node that has the character at `index`, and where in it. Asked for in order. */
  const placeOf = (index: number): [Text, number] => {
    while (index >= before + (nodes[node]?.length ?? Infinity)) before += nodes[node++]?.length ?? 0;
    return [nodes[node] as Text, index - before];
  };
  for (const { index, 0: found } of whole.matchAll(new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi'))) {
    if (ranges.length === most) break;
    const range = document.createRange();
    range.setStart(...placeOf(index));
    const [last, offset] = placeOf(index + found.length - 1);
    range.setEnd(last, offset + 1);
    ranges.push(range);
  }
  return ranges;
}

function textNodes(root: Element): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('.hidden') === null ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  );
  const nodes: Text[] = [];
  while (walker.nextNode() !== null) nodes.push(walker.currentNode as Text);
  return nodes;
}

/** Scrolls `range` into view in each of `scrollers`, the inner one first, where it is not. */
export function reveal(range: Range, scrollers: readonly (Element | null | undefined)[]): void {
  for (const scroller of scrollers) {
    if (scroller === null || scroller === undefined) continue;
    const [place, frame] = [range.getBoundingClientRect(), scroller.getBoundingClientRect()];
    if (place.top < frame.top || place.bottom > frame.bottom) scroller.scrollTop += place.top - frame.top - frame.height / 3;
  }
}
