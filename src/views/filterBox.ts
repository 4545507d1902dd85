import { window } from 'vscode';
import { Owned, type Disposable } from '../core/owned';

/** Where the person types the filter, which is in force at once. Enter keeps it; Escape brings back what was before. */
export class FilterBox implements Disposable {
  private readonly own = new Owned();
  private readonly box = this.own.add(window.createInputBox());
  private isKept = false;

  constructor(before: string, placeholder: string, apply: (text: string) => void) {
    this.box.value = before;
    this.box.placeholder = placeholder;
    // A click on a row is no Escape.
    this.box.ignoreFocusOut = true;
    this.own.add(this.box.onDidChangeValue(apply));
    this.own.add(this.box.onDidAccept(() => this.keep()));
    this.own.add(
      this.box.onDidHide(() => {
        if (!this.isKept) apply(before);
        this.dispose();
      }),
    );
    this.box.show();
  }

  /** Ends the typing with what was typed. */
  keep(): void {
    this.isKept = true;
    this.box.hide();
  }

  dispose(): void {
    this.own.dispose();
  }
}
