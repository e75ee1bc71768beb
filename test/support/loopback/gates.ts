// Named gates: whoever passes one waits until it is opened, and it stays open.

export class Gates {
  private readonly gates = new Map<string, { readonly opened: Promise<void>; readonly open: () => void }>();

  open(name: string): void {
    this.gate(name).open();
  }

  pass(name: string): Promise<void> {
    return this.gate(name).opened;
  }

  private gate(name: string) {
    let gate = this.gates.get(name);
    if (gate === undefined) {
      let open: () => void = () => undefined;
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      gate = { opened, open };
      this.gates.set(name, gate);
    }
    return gate;
  }
}
