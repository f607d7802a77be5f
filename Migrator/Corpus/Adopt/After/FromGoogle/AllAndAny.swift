@_spi(GooglePromises) import GooglePromisesVocabulary

func allOfThem(_ lines: Lines) {
  all([digits(1), digits(2)]).then { numbers in
    all(digits(numbers.count), Promise("text"))
  }.then { number, text in
    lines.print(number, text)
    lines.end()
  }
}

func anyOfThem(_ lines: Lines) {
  any([digits(1), digits(-2)]).then { outcomes in
    for outcome in outcomes {
      switch outcome {
      case .value(let number): lines.print("value", number)
      case .error(let error): lines.print("error", error)
      }
    }
    lines.print(outcomes[0].value ?? 0, outcomes[1].error == nil)
    lines.end()
  }
}

func racing(_ lines: Lines) {
  race(Promise("late").delay(30), Promise("early")).then { winner in
    lines.print(winner)
    lines.end()
  }
}
