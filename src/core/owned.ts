export interface Disposable {
  dispose(): void;
}

/** Disposes what was added, in reverse order and once. What is added after its end is disposed at once. */
export class Owned implements Disposable {
  private items: Disposable[] = [];
  private ended = false;

  add<T extends Disposable>(item: T): T {
    if (this.ended) item.dispose();
    else this.items.push(item);
    return item;
  }

  get isDisposed(): boolean {
    return this.ended;
  }

  dispose(): void {
    this.ended = true;
    for (let item = this.items.pop(); item !== undefined; item = this.items.pop()) item.dispose();
  }
}
